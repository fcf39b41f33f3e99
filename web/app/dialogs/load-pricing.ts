/** Fetches the plans, and with them all dialogs about payment: they lie in one file. */
export const loadPricing = () => import('../../features/billing/pricing/pricing-panel.tsx');
