/** Cases of `price`: what is not an amount. */
import { given, issueCases } from './case.ts';

const spec = (price: string) => `name: a\nprice: ${price}\n`;
const example = 'Write, for example, `price: 0.69`.';

export const priceCases = issueCases(
  ...['0.69', '0', '3', '1e-7', '123456789012.5'].map(spec),
  given({ inputs: { variables: { PRICE: '0.69' } } }, spec('${PRICE}')),
  ...['-0.01', '-1'].flatMap((price) => [
    spec(price),
    `  2:8 error out-of-range price ⟨${price}⟩ \`price\` is the number ${price}; allowed: at least 0 → ${example}`,
  ]),
  ...['.inf', '-.inf', '.nan'].flatMap((price) => [
    spec(price),
    `  2:8 error wrong-type price ⟨${price}⟩ \`price\` is the number ${price}; allowed: a number → ${example}`,
  ]),
  spec('cheap'),
  `  2:8 error wrong-type price ⟨cheap⟩ \`price\` is the text "cheap"; allowed: a number → ${example}`,
  spec('"0.69"'),
  '  2:8 error wrong-type price ⟨"0.69"⟩ `price` is the text "0.69"; allowed: a number → Write `price: 0.69`.',
  spec('0.69 USD'),
  '  2:8 error wrong-type price ⟨0.69 USD⟩ `price` is the text "0.69 USD"; allowed: a number → Write `price: 0.69`.',
  spec(''),
  `  2:1 error wrong-type price ⟨price⟩ \`price\` is empty (null); allowed: a number → ${example} Or delete the key: a deploy does not change fields that the spec omits.`,
  spec('[0.69]'),
  `  2:8 error wrong-type price ⟨[0.69]⟩ \`price\` is a list; allowed: a number → ${example}`,
  given({ inputs: { variables: { PRICE: '-1' } } }, spec('${PRICE}')),
  `  2:8 error out-of-range price ⟨\${PRICE}⟩ \`price\` is the number -1; allowed: at least 0 → ${example}`,
  given({ inputs: { variables: { PRICE: '0,69' } } }, spec('${PRICE}')),
  `  2:8 error wrong-type price ⟨\${PRICE}⟩ \`price\` is the text "0,69"; allowed: a number → Write \`price: 0.69\`.`,
);
