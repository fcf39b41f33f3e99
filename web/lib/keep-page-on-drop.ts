/** Text that is dragged, into the box for example, is the browser's own business. */
export const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const onDrag = (event: DragEvent): void => {
  if (carriesFiles(event)) event.preventDefault();
};

/** Else the browser would leave the page and open a dropped file, also where and while nothing takes files. */
export const keepPageOnDrop = (): void => {
  window.addEventListener('dragover', onDrag);
  window.addEventListener('drop', onDrag);
};
