/** Product IDs against those that the account has in use; the service has no list of them (service-api.md). */
import { nearest } from '../nearest.ts';
import { type Issue, issueAt, memberText, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';

const mostShown = 10;

/** Warnings for products that no endpoint of the account has; none where there is nothing to compare with. */
export function checkProducts(document: SpecDocument, known: readonly string[]): Issue[] {
  if (known.length === 0) return [];
  return [...(document.readable.products ?? []).entries()].flatMap(([index, product]): Issue[] => {
    if (known.includes(product)) return [];
    const path = ['products', index];
    const [meant] = nearest(product, known);
    const shown = known.slice(0, mostShown).map((each) => valueText(each));
    return [
      issueAt(document, path, {
        code: 'unknown-product',
        severity: 'warning',
        message: `${memberText(path)} is ${valueText(product)}, which no endpoint of the account has; theirs are ${shown.join(', ')}${known.length > mostShown ? ', …' : ''}`,
        hint: `${meant === undefined ? '' : `Did you mean \`${meant}\`? `}No change needed if the service offers this product.`,
      }),
    ];
  });
}
