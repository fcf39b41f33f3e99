import { Braces, ChartColumn, CodeXml, Columns2, FileText, Globe, PenLine, Route, type LucideIcon } from 'lucide-react';

import type { ArtifactKind } from '../../../src/shared/artifact-kinds.ts';

/** Only signs that the page has anyway: every other one would come with the first visit. */
const ICONS: Readonly<Record<ArtifactKind, LucideIcon>> = {
  html: Globe,
  svg: PenLine,
  mermaid: Route,
  react: CodeXml,
  markdown: FileText,
  csv: Columns2,
  json: Braces,
  chart: ChartColumn,
};

export const ArtifactIcon = ({ kind }: { readonly kind: ArtifactKind }) => {
  const Icon = ICONS[kind];
  return <Icon aria-hidden="true" />;
};
