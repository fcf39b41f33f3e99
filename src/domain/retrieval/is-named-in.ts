const MIN_NAME_LENGTH = 4;

/** The question names the file, with or without its extension: "what does handbook.pdf say", "in the handbook". */
export const isNamedIn = (question: string, fileName: string): boolean => {
  const [asked, name] = [question.toLowerCase(), fileName.toLowerCase()];
  const stem = name.replace(/\.[a-z0-9]{1,5}$/, '');
  return [name, stem, stem.replace(/[-_]+/g, ' ')].some(
    (each) => each.length >= MIN_NAME_LENGTH && asked.includes(each),
  );
};
