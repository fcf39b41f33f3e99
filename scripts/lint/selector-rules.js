// Lint rules that are a few selectors and a message each.

const refuse = (message, ...selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

/** Only the product's own name may stand in the code. */
const TEXT = '/^(?!\\s*Parley\\s*$).*[A-Za-z]{2,}/s';
const ATTRIBUTE =
  'JSXAttribute[name.name=/^(alt|aria-label|aria-description|description|heading|hint|label|legend|placeholder|summary|text|title)$/]';

/** What people read stands in web/messages, in every language. */
export const translatedTexts = refuse(
  'Texts that people read belong to web/messages; say them through useTranslations.',
  `JSXText[value=${TEXT}]`,
  `${ATTRIBUTE} > Literal[value=${TEXT}]`,
  `${ATTRIBUTE} > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${TEXT}]`,
  `JSXElement > JSXExpressionContainer > Literal[value=${TEXT}]`,
  `JSXElement > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${TEXT}]`,
  `JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=${TEXT}]`,
);

/** Without its type a reducer may write a field that the state does not have, and nobody is told. */
export const namedState = refuse(
  'A reducer names the type of the state that it returns.',
  'ArrowFunctionExpression[params.0.name="state"]:not([returnType])',
);

/** The page's policy forbids the evaluation of a condition that is given as a string. */
export const functionConditions = refuse(
  'Give waitForFunction a function.',
  'CallExpression[callee.property.name="waitForFunction"] > :matches(Literal, TemplateLiteral).arguments',
);
