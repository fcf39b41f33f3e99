/**
 * Lets the page come up without a network too, once everything that it needs now has been loaded. Browsers
 * that cannot simply do not.
 */
export const registerServiceWorker = (): void => {
  const register = (): void => {
    // Refused in private windows and without https; the page works as before.
    navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  };
  const whenIdle = (): void => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(register, { timeout: 5000 });
    else setTimeout(register, 1000);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
};
