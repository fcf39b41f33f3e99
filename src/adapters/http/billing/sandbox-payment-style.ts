import { basePageCss } from '../pages/page-style.ts';

/** Styles of the sandbox payment pages. */
export const paymentPageCss = `${basePageCss}
.sandbox{margin:0;text-wrap:balance;padding:8px 16px;background:var(--warning-soft);color:var(--warning);
  text-align:center;font-size:.875rem}
main{max-width:30rem;margin:48px auto;padding:32px;background:var(--raised);border:1px solid var(--line);
  border-radius:20px;box-shadow:var(--shadow)}
h1{margin:0 0 16px;font-size:.875rem;font-weight:550;color:var(--muted)}
h2{margin:0 0 8px;font-size:.875rem;font-weight:550;color:var(--muted)}
.plan{font-size:1.375rem;font-weight:600;line-height:1.3}
.price{font-size:2.5rem;font-weight:600;line-height:1.3;letter-spacing:-.02em}
.price small{font-size:1rem;font-weight:400;color:var(--muted);letter-spacing:0}
.note{margin:16px 0;padding:12px 16px;border-radius:12px;background:var(--hover);font-size:.875rem}
.good{background:var(--accent-soft);color:var(--accent)}.bad{background:var(--danger-soft);color:var(--danger)}
section{margin-top:24px;padding-top:20px;border-top:1px solid var(--line)}form{display:contents}
.actions{display:grid;gap:8px;margin-top:24px}.row{display:flex;flex-wrap:wrap;gap:8px}
main>p:last-child{margin-top:24px}
.danger{color:var(--danger)}
.events{margin:0;padding:0;list-style:none}
.events li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:6px 0;
  border-bottom:1px solid var(--line)}
.events li:last-child{border:0}code{font:.8125rem ui-monospace,Menlo,monospace}
@media (max-width:540px){body{background:var(--raised)}
main{margin:0;border:0;border-radius:0;box-shadow:none;padding:24px 16px}.row{display:grid}}`;
