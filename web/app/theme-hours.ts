/** Dark from 19:00 to 06:00, by the reader's own clock. */
export const themeAt = (hour: number): 'light' | 'dark' => (hour >= 19 || hour < 6 ? 'dark' : 'light');
