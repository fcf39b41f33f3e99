import { render, screen } from '@testing-library/react';

import { HELP_PAGES } from '../../../../src/adapters/search/demo-pages.ts';
import { SourceLink } from '../../../../web/ui/citations/source-link.tsx';

const linksOf = (address: string): (string | null)[] => {
  const { unmount } = render(
    <SourceLink address={address} className={undefined}>
      A page
    </SourceLink>,
  );
  expect(screen.getByText('A page')).toBeInTheDocument();
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  unmount();
  return links;
};

test('a source on the web and an own file are links', () => {
  expect(linksOf('https://one.example/a')).toEqual(['https://one.example/a']);
  expect(linksOf('/?file=f1')).toEqual(['/?file=f1']);
});

test.each(HELP_PAGES.map(({ url }) => url))(
  '%s, a page of the demo search that is nowhere, is named and no link',
  (url) => expect(linksOf(url)).toEqual([]),
);
