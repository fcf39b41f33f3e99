import { LazyServerText } from '../../../lib/lazy-server-text.tsx';

interface FailureAdviceProps {
  /** The server's words. */
  readonly advice: string;
  readonly otherwise: string;
}

/** What the server advises, if the page knows it in the reader's language. */
const FailureAdvice = ({ advice, otherwise }: FailureAdviceProps) => (
  <LazyServerText text={advice}>{(told) => (told === advice ? otherwise : told)}</LazyServerText>
);

export default FailureAdvice;
