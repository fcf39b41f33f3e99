import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import { createRoot } from 'react-dom/client';
import { transform } from 'sucrase';

const MODULES: Readonly<Record<string, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  'react-dom/client': { createRoot },
};

const requireModule = (name: string): unknown => {
  const found = MODULES[name];
  if (found === undefined) throw new Error(`There is no module "${name}" here: only react and react-dom.`);
  return found;
};

const fail = (error: unknown): void =>
  window.parent.postMessage({ failed: (error instanceof Error ? error.message : String(error)).slice(0, 300) }, '*');

const isComponent = (value: unknown): value is React.ComponentType => typeof value === 'function';

const Drawn = ({ of: Component }: { readonly of: React.ComponentType }) => {
  React.useEffect(() => {
    window.parent.postMessage({ drawn: true }, '*');
  }, []);
  return React.createElement(Component);
};

/** The compiled file calls this with what it exports: no text is ever evaluated. */
const mount = (run: (require: typeof requireModule, exports: Record<string, unknown>) => void): void => {
  const exports: Record<string, unknown> = {};
  const root = document.getElementById('root');
  try {
    run(requireModule, exports);
    const Component = exports['default'];
    if (!isComponent(Component) || !root) throw new Error('The file exports no component as its default.');
    createRoot(root, { onUncaughtError: fail }).render(React.createElement(Drawn, { of: Component }));
  } catch (error) {
    fail(error);
  }
};

/** Compiles one file of JSX or TSX and draws the component that it exports. */
const draw = (source: string): void => {
  try {
    const { code } = transform(source, {
      transforms: ['jsx', 'typescript', 'imports'],
      jsxRuntime: 'automatic',
      production: true,
    });
    const script = document.createElement('script');
    script.text = `parleyReact.mount((require, exports) => {"use strict";${code}\n})`;
    document.head.append(script);
  } catch (error) {
    fail(error);
  }
};

Object.assign(window, { parleyReact: { draw, mount } });
