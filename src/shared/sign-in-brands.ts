/** Companies whose logo the sign-in dialog has. */
export const SIGN_IN_BRANDS = ['google', 'github', 'microsoft', 'apple', 'gitlab'] as const;
export type SignInBrand = (typeof SIGN_IN_BRANDS)[number];
