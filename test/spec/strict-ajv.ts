/** Ajv as SchemaStore runs it: strict, and with the keywords that only editors read. */

import { Ajv, type Options } from 'ajv';

const editorKeywords = 'defaultSnippets enumDescriptions errorMessage markdownDescription markdownEnumDescriptions';

export function strictAjv(options: Options = {}): Ajv {
  return new Ajv({ strict: true, ...options }).addVocabulary(editorKeywords.split(' '));
}
