import { useEffect, useEffectEvent, useRef, useState } from 'react';

import styles from './captcha.module.css';
import { useTranslations } from '../texts.ts';

/** What Turnstile and hCaptcha have in common. */
interface Widget {
  render(place: HTMLElement, options: Readonly<Record<string, unknown>>): unknown;
  remove?(id: unknown): void;
}

type Vendor = 'turnstile' | 'hcaptcha';

const READY_CALLBACK = 'parleyCaptchaReady';
const scripts = new Map<string, Promise<void>>();

const isWidget = (value: unknown): value is Widget =>
  typeof value === 'object' && value !== null && 'render' in value && typeof value.render === 'function';

const widgetOf = (vendor: Vendor): Widget | null => {
  const found: unknown = Reflect.get(window, vendor);
  return isWidget(found) ? found : null;
};

/** Loads a provider's script once, and again after a failure. */
const loadScript = (url: string): Promise<void> => {
  const pending = scripts.get(url);
  if (pending) return pending;
  const loaded = new Promise<void>((resolve, reject) => {
    const address = new URL(url, location.href);
    address.searchParams.set('render', 'explicit');
    address.searchParams.set('onload', READY_CALLBACK);
    Reflect.set(window, READY_CALLBACK, resolve);
    const script = document.createElement('script');
    script.src = address.href;
    script.async = true;
    script.onerror = () => {
      scripts.delete(url);
      script.remove();
      reject(new Error('the captcha script did not load'));
    };
    document.head.append(script);
  });
  scripts.set(url, loaded);
  return loaded;
};

interface WidgetCaptchaProps {
  readonly vendor: Vendor;
  readonly siteKey: string;
  readonly scriptUrl: string;
  readonly onToken: (token: string | null) => void;
}

/** A vendor's own box, fetched only when it is needed. A token that expires is taken back. */
export const WidgetCaptcha = ({ vendor, siteKey, scriptUrl, onToken }: WidgetCaptchaProps) => {
  const t = useTranslations();
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const emitToken = useEffectEvent(onToken);
  useEffect(() => {
    let isDisposed = false;
    let remove = (): void => undefined;
    const show = (): void => {
      const widget = widgetOf(vendor);
      if (isDisposed || !place.current) return;
      if (!widget) throw new Error('the captcha script brought no captcha');
      const id = widget.render(place.current, {
        sitekey: siteKey,
        theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
        callback: (token: unknown) => emitToken(typeof token === 'string' ? token : null),
        'expired-callback': () => emitToken(null),
        'error-callback': () => setFailed(true),
      });
      remove = () => widget.remove?.(id);
    };
    loadScript(scriptUrl)
      .then(show)
      .catch(() => setFailed(true));
    return () => {
      isDisposed = true;
      remove();
    };
  }, [vendor, siteKey, scriptUrl]);
  return (
    <div>
      <div ref={place} className={styles['widget']} />
      {failed ? (
        <p role="alert" className={styles['problem']}>
          {t('widgetFailed')}
        </p>
      ) : null}
    </div>
  );
};
