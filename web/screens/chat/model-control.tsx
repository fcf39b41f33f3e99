import { useUsage } from '../../features/billing/usage/use-usage.ts';
import { ModelPicker } from '../../features/models/model-picker.tsx';

/** The model picker, with what today's limits leave of the models. */
export const ModelControl = () => {
  const usage = useUsage();
  return <ModelPicker usedUp={usage?.usedUpModels ?? []} resetsAt={usage?.daily.resetsAt ?? null} />;
};
