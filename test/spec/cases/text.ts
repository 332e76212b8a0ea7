/** Cases of text that is no YAML, or YAML that no spec may use; and of variables. */
import { type IssueCase, one } from './case.ts';

export const textCases: readonly IssueCase[] = [
  {
    title: 'too large',
    bytes: new Uint8Array(64 * 1024 + 1).fill(0x20),
    expected: [
      '1:1 error file-too-large - ⟨⟩ the file is 65537 bytes long; allowed: 65536 (64 KiB) → Keep only the spec in the file. Put bulk data into the image or on a volume.',
    ],
  },
  {
    title: 'not UTF-8',
    bytes: Uint8Array.from([0x6e, 0x61, 0x6d, 0x65, 0x3a, 0x20, 0x0a, 0xff, 0x61]),
    expected: [
      '2:1 error not-utf8 - ⟨⟩ the file is not UTF-8 text → Save the file as UTF-8; editors on Windows may have saved it as UTF-16.',
    ],
  },
  {
    title: 'cut off in the middle of a character',
    bytes: Uint8Array.from([0x61, 0x3a, 0x20, 0xc3]),
    expected: [
      '1:4 error not-utf8 - ⟨⟩ the file is not UTF-8 text → Save the file as UTF-8; editors on Windows may have saved it as UTF-16.',
    ],
  },
  {
    title: 'UTF-16',
    bytes: Uint8Array.from([0xff, 0xfe, 0x61, 0x00]),
    expected: [
      '1:1 error not-utf8 - ⟨⟩ the file is not UTF-8 text → Save the file as UTF-8; editors on Windows may have saved it as UTF-16.',
    ],
  },
  one(
    'control character',
    'name: a\u0000b\n',
    '1:8 error control-character - ⟨\u0000⟩ the control character U+0000 is not allowed in YAML → Delete it, or write it as an escape inside double quotes.',
  ),
  one(
    'too deep',
    `name: ${'['.repeat(120)}\n`,
    '1:105 error nested-too-deep - ⟨[⟩ lists and mappings are nested more than 100 levels deep → Reduce the nesting: no field needs more than four levels.',
  ),
  one(
    'empty file',
    '',
    '1:1 error empty-spec - ⟨⟩ the file contains no spec → Write at least `name: …` and what the endpoint runs.',
  ),
  one(
    'comments only',
    '# nothing\n---\n',
    '1:1 error empty-spec - ⟨⟩ the file contains no spec → Write at least `name: …` and what the endpoint runs.',
  ),
  one(
    'list at the top',
    '- name: a\n',
    '1:1 error wrong-type - ⟨- name: a⟩ the spec is a list; allowed: a mapping → Write a mapping of fields, `name` the first of them.',
  ),
  one(
    'text at the top',
    'endpoint\n',
    '1:1 error wrong-type - ⟨endpoint⟩ the spec is the text "endpoint"; allowed: a mapping → Write a mapping of fields, `name` the first of them.',
  ),
  one(
    'null at the top',
    '~\n',
    '1:1 error wrong-type - ⟨~⟩ the spec is empty (null); allowed: a mapping → Write a mapping of fields, `name` the first of them.',
  ),
  one(
    'unclosed quote',
    'name: "a\nports: [8000]\n',
    '1:7 error yaml-syntax - ⟨"⟩ the quote or bracket that opens here is never closed → Close it, and indent its contents.',
  ),
  one(
    'unclosed bracket',
    'name: a\nports: [8000\n',
    '2:8 error yaml-syntax - ⟨[⟩ the quote or bracket that opens here is never closed → Close it, and indent its contents.',
  ),
  one(
    'tab as indentation',
    'name: a\nworkerConfig:\n\tminNum: 1\n',
    '3:1 error yaml-syntax - ⟨\t⟩ a tab is used as indentation → Indent with spaces, here and below.',
  ),
  one(
    'missing space after colon',
    'name: a\nworkerConfig:\n  minNum:1\n  maxNum: 2\n',
    '3:3 error yaml-syntax - ⟨minNum:1⏎  maxNum⟩ a key spans several lines → Write the key on one line, followed by a colon and a space.',
  ),
  one(
    'bare variable inside brackets',
    'name: a\nports: [${PORT}]\n',
    '2:9 error yaml-syntax - ⟨${⟩ inside `[ ]` and `{ }` a variable needs quotes → Write `"${KEY}"`.',
  ),
  one(
    'unknown escape',
    'name: "a\\q"\n',
    '1:9 error yaml-syntax - ⟨\\⟩ the double-quoted text has an escape that YAML does not know → Use single quotes, where a backslash is a backslash, or double the backslash.',
  ),
  one(
    'reserved character',
    'name: @a\n',
    '1:7 error yaml-syntax - ⟨@⟩ text cannot start with this character → Put the text in quotes.',
  ),
  one(
    'mapping in the middle of a line',
    'name: a: b\n',
    '1:7 error yaml-syntax - ⟨a⟩ a mapping starts in the middle of a line → Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
  ),
  one(
    'YAML 1.1',
    '%YAML 1.1\n---\nname: yes\n',
    '1:1 error yaml-syntax - ⟨%YAML⟩ a spec is YAML 1.2, but the directive says 1.1 → Delete the `%YAML` line.',
  ),
  one(
    'tags',
    'name: !env a\nimage: !!binary aGk=\nports: !!seq [8000]\nregionId: !!int x\n',
    '1:7 error custom-tag - ⟨!env⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
    '2:8 error custom-tag - ⟨!!binary⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
    '2:17 error invalid-value image ⟨aGk=⟩ `image` is the text "aGk="; it must be an image reference (repository: at most 255 characters: parts separated by "/", each of lower-case letters and digits; single "." or "_", "__" or any number of "-" only between them) (documented rule) → Write, for example, `image: ghcr.io/acme/llama:1.4.0`.',
    '4:11 error custom-tag - ⟨!!int⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
  ),
  one(
    'aliases without anchor',
    'name: *a\nenvs: &e [*e]\n',
    '1:7 error unknown-anchor name ⟨*a⟩ `*` starts an alias, but no complete value before it has that anchor → Put the text in quotes if it is not an alias.',
    '2:11 error unknown-anchor envs.0 ⟨*e⟩ `*` starts an alias, but no complete value before it has that anchor → Put the text in quotes if it is not an alias.',
  ),
  one(
    'alias bomb',
    [
      'name: a',
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      'd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]',
      'e: [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]',
      '',
    ].join('\n'),
    '2:1 error unknown-key a ⟨a⟩ `a` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    '3:1 error unknown-key b ⟨b⟩ `b` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    '3:7 error alias-bomb e.2.9.8 ⟨[*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]⟩ aliases repeat more than 50000 values of the file → Write the values out.',
    '4:1 error unknown-key c ⟨c⟩ `c` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    '5:1 error unknown-key d ⟨d⟩ `d` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
    '6:1 error unknown-key e ⟨e⟩ `e` is not a field of the spec → Known fields here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
  ),
  one(
    'merge key',
    'name: a\nenvs:\n  <<: {A: b}\n  "<<": c\n',
    '3:3 error merge-key envs.<< ⟨<<⟩ `<<` merges mappings in YAML 1.1 only; a spec is YAML 1.2 → Write the fields out, or use an alias for the whole block.',
  ),
  one(
    'complex keys',
    'name: a\n? [b]\n: c\n? {d: e}\n: f\n',
    '2:3 error complex-key - ⟨[b]⟩ a key is a list, a mapping or an alias → Use text as the key.',
    '4:3 error complex-key - ⟨{d: e}⟩ a key is a list, a mapping or an alias → Use text as the key.',
  ),
  one(
    'duplicate keys',
    'name: a\nname: b\nworkerConfig:\n  minNum: 1\n  minNum: 2\nenvs:\n  A: secret-1\n  A: secret-2\n',
    '2:1 error duplicate-key name ⟨name⟩ `name` is set twice; the first is on line 1 → Keep one of them.',
    '5:3 error duplicate-key workerConfig.minNum ⟨minNum⟩ `workerConfig.minNum` is set twice; the first is on line 4 → Keep one of them.',
    '8:3 error duplicate-key envs.A ⟨A⟩ `envs.A` is set twice; the first is on line 7 → Keep one of them.',
  ),
  one(
    'line indented deeper than its block',
    'name: a\n image: b\nports: [8000]\n',
    '2:2 error yaml-syntax - ⟨image: b⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'a colon in plain text above many comments, with CRLF',
    `name: a: b\r\n${'#\r\n'.repeat(600)}`,
    '1:7 error yaml-syntax - ⟨a⟩ a mapping starts in the middle of a line → Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
  ),
  one(
    'one space too many in the middle of a block',
    'name: a\nimage: b\nworkerConfig:\n  minNum: 0\n  maxNum: 1\n   freeTimeout: 300\n  gpuNum: 1\n  maxConcurrent: 1\nports: [8000]\n',
    '6:4 error yaml-syntax - ⟨freeTimeout: 300⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'one space too many at the start of a block',
    'name: a\nworkerConfig:\n   minNum: 0\n  maxNum: 1\n  gpuNum: 1\nports: [8000]\n',
    '4:3 error yaml-syntax - ⟨maxNum: 1⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'one space too many below a comment',
    'name: a\nworkerConfig:\n  minNum: 0 # why\n\n  # more\n   maxNum: 1\n  gpuNum: 1\nports: [8000]\n',
    '6:4 error yaml-syntax - ⟨maxNum: 1⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'one space too few',
    'name: a\nworkerConfig:\n  minNum: 0\n maxNum: 1\n  gpuNum: 1\nports: [8000]\n',
    '4:2 error yaml-syntax - ⟨maxNum: 1⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'one space too many below a list',
    'name: a\nports: [8000]\n image: b\nenvs:\n  A: b\n',
    '3:2 error yaml-syntax - ⟨image: b⟩ the indentation of this line is not that of its block → Indent all fields of a block equally, with spaces.',
  ),
  one(
    'merge conflict',
    'name: a\n<<<<<<< HEAD\nimage: a:1\n=======\nimage: a:2\n>>>>>>> other\n',
    '2:1 error yaml-syntax - ⟨<<<<<<<⟩ unresolved merge conflict → Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.',
  ),
  one(
    'what follows a misplaced brace is not told',
    'name: a\nimage: {image: ${IMG}}\nports: [8000]\npolicy: {type: queue, value: 1}\n',
    '2:16 error yaml-syntax - ⟨${⟩ inside `[ ]` and `{ }` a variable needs quotes → Write `"${KEY}"`.',
  ),
  one(
    'carriage returns alone',
    'name: a\rimage: b\r',
    '1:8 error control-character - ⟨\r⟩ the control character U+000D is not allowed in YAML → Save the file with LF or CRLF line endings.',
  ),
  one(
    'template',
    'name: {{ .Values.name }}\nimage: {{ .Values.image }}:1\n',
    '2:27 error yaml-syntax - ⟨:1⟩ unexpected text → Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @.',
  ),
  one(
    'template alone',
    'name: {{ .Values.name }}\n',
    '1:7 error complex-key name ⟨{{ .Values.name }}⟩ `{{` starts a template, and a spec is not a template → Write `${KEY}` and set KEY in the `variables` input, or put the text in quotes.',
  ),
];
