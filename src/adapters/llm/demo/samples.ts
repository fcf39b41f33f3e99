interface Sample {
  readonly name: string;
  readonly fence: string;
  /** Names of this language. */
  readonly words: RegExp;
  readonly code: string;
}

/** One complete sample in each language: the most frequent words of a text. */
const SAMPLES: readonly Sample[] = [
  {
    name: 'Python',
    fence: 'python',
    words: /\b(python|py|django|pandas)\b/i,
    code:
      'import re\nfrom collections import Counter\n\n\n' +
      'def top_words(text: str, n: int = 3) -> list[tuple[str, int]]:\n' +
      '    """The n most frequent words, most frequent first."""\n' +
      '    return Counter(re.findall(r"\\w+", text.lower())).most_common(n)\n\n\n' +
      "print(top_words(\"to be or not to be\"))  # [('to', 2), ('be', 2), ('or', 1)]",
  },
  {
    name: 'SQL',
    fence: 'sql',
    words: /\b(?:(?:sql|query|sqlite|mysql)\b|postgres)/i,
    code: 'SELECT word, COUNT(*) AS times\nFROM words\nGROUP BY word\nORDER BY times DESC, word\nLIMIT 3;',
  },
  {
    name: 'shell',
    fence: 'bash',
    words: /\b(bash|shell|terminal|command line|sh)\b/i,
    code: "tr -cs '[:alnum:]' '\\n' < text.txt | tr '[:upper:]' '[:lower:]' | sort | uniq -c | sort -rn | head -n 3",
  },
  {
    name: 'Rust',
    fence: 'rust',
    words: /\b(rust|cargo)\b/i,
    code:
      'use std::collections::HashMap;\n\nfn top_words(text: &str, n: usize) -> Vec<(String, usize)> {\n' +
      '    let mut counts = HashMap::new();\n' +
      '    for word in text.to_lowercase().split_whitespace() {\n' +
      '        *counts.entry(word.to_owned()).or_insert(0) += 1;\n    }\n' +
      '    let mut sorted: Vec<_> = counts.into_iter().collect();\n' +
      '    sorted.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));\n' +
      '    sorted.truncate(n);\n    sorted\n}',
  },
  {
    name: 'JavaScript',
    fence: 'js',
    words: /\b(javascript|js|node|nodejs|browser|react)\b/i,
    code:
      'const topWords = (text, n = 3) => {\n  const counts = new Map();\n' +
      '  for (const word of text.toLowerCase().match(/\\w+/g) ?? []) {\n' +
      '    counts.set(word, (counts.get(word) ?? 0) + 1);\n  }\n' +
      '  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, n);\n};\n\n' +
      "console.log(topWords('to be or not to be')); // [['to', 2], ['be', 2], ['or', 1]]",
  },
  {
    name: 'TypeScript',
    fence: 'ts',
    words: /\b(typescript|ts)\b/i,
    code:
      'const topWords = (text: string, n = 3): [string, number][] => {\n' +
      '  const counts = new Map<string, number>();\n' +
      '  for (const word of text.toLowerCase().match(/\\w+/g) ?? []) {\n' +
      '    counts.set(word, (counts.get(word) ?? 0) + 1);\n  }\n' +
      '  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, n);\n};\n\n' +
      "console.log(topWords('to be or not to be'));",
  },
];

/** A sample in the language the question names; TypeScript otherwise. */
export const codeSample = (question: string): string => {
  const sample = SAMPLES.find(({ words }) => words.test(question)) ?? SAMPLES.find(({ fence }) => fence === 'ts');
  if (!sample) return '';
  return [
    'I cannot write code to order, but this is what code looks like here. It counts the most frequent words of a ' +
      `text, in ${sample.name}:`,
    `\`\`\`${sample.fence}\n${sample.code}\n\`\`\``,
  ].join('\n\n');
};
