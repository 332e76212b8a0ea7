/** Cases of text that is no YAML, or YAML that no spec may use; and of variables. */
import type { IssueCase } from './case.ts';

export const textCases: readonly IssueCase[] = [
  {
    title: 'too large',
    bytes: new Uint8Array(1024 * 1024 + 1).fill(0x20),
    expected: [
      '1:1 error file-too-large - ⟨⟩ the file is 1048577 bytes long; allowed: 1048576 (1 MiB) → Keep only the spec in the file.',
    ],
  },
  {
    title: 'not UTF-8',
    bytes: Uint8Array.from([0x6e, 0x61, 0x6d, 0x65, 0x3a, 0x20, 0x0a, 0xff, 0x61]),
    expected: ['2:1 error not-utf8 - ⟨⟩ the bytes from offset 7 on are not UTF-8 text → Save the file as UTF-8.'],
  },
  {
    title: 'cut off in the middle of a character',
    bytes: Uint8Array.from([0x61, 0x3a, 0x20, 0xc3]),
    expected: ['1:4 error not-utf8 - ⟨⟩ the bytes from offset 4 on are not UTF-8 text → Save the file as UTF-8.'],
  },
  {
    title: 'UTF-16',
    bytes: Uint8Array.from([0xff, 0xfe, 0x61, 0x00]),
    expected: [
      '1:1 error not-utf8 - ⟨⟩ the bytes from offset 0 on are not UTF-8 text → The file looks like UTF-16; save it as UTF-8.',
    ],
  },
  {
    title: 'control character',
    text: 'name: a\u0000b\n',
    expected: [
      '1:8 error control-character - ⟨\u0000⟩ the control character U+0000 is not allowed in YAML → Delete it, or write it as an escape inside double quotes.',
    ],
  },
  {
    title: 'too deep',
    text: `name: ${'['.repeat(120)}\n`,
    expected: [
      '1:105 error nested-too-deep - ⟨[⟩ lists and mappings are nested more than 100 levels deep → Reduce the nesting: no member needs more than four levels.',
    ],
  },
  {
    title: 'far too many items',
    text: `envs:\n${'  A: b\n'.repeat(10000)}`,
    expected: [
      '1251:4 error too-many-items - ⟨:⟩ the document is far larger than a spec: at most about 1,400 keys, items or lines are read → Keep only the spec in the document. Put bulk data into the image or on a volume.',
    ],
  },
  {
    title: 'far too many items in all documents together',
    text: 'name: a\n---\n'.repeat(10000),
    expected: [
      '11111:6 error too-many-items - ⟨ ⟩ the file is far larger than a spec: at most about 7,000 keys, items or lines are read → Keep only the specs in the file, or split it.',
    ],
  },
  {
    title: 'empty file',
    text: '',
    expected: [
      '1:1 error empty-spec - ⟨⟩ the file contains no spec → Write at least `name: …` and what the endpoint runs.',
    ],
  },
  {
    title: 'comments only',
    text: '# nothing\n---\n',
    expected: [
      '1:1 error empty-spec - ⟨⟩ the file contains no spec → Write at least `name: …` and what the endpoint runs.',
    ],
  },
  {
    title: 'list at the top',
    text: '- name: a\n',
    expected: [
      '1:1 error wrong-type - ⟨- name: a⟩ the spec is a list; allowed: a mapping → Write a mapping of members, `name` the first of them.',
    ],
  },
  {
    title: 'text at the top',
    text: 'endpoint\n',
    expected: [
      '1:1 error wrong-type - ⟨endpoint⟩ the spec is the text "endpoint"; allowed: a mapping → Write a mapping of members, `name` the first of them.',
    ],
  },
  {
    title: 'null at the top',
    text: '~\n',
    expected: [
      '1:1 error wrong-type - ⟨~⟩ the spec is empty (null); allowed: a mapping → Write a mapping of members, `name` the first of them.',
    ],
  },
  {
    title: 'unclosed quote',
    text: 'name: "a\nports: [8000]\n',
    expected: [
      '1:7 error yaml-syntax - ⟨"⟩ the quote or bracket that opens here is never closed → Close it, and indent its contents.',
    ],
  },
  {
    title: 'unclosed bracket',
    text: 'name: a\nports: [8000\n',
    expected: [
      '2:8 error yaml-syntax - ⟨[⟩ the quote or bracket that opens here is never closed → Close it, and indent its contents.',
    ],
  },
  {
    title: 'tab as indentation',
    text: 'name: a\nworkerConfig:\n\tminNum: 1\n',
    expected: ['3:1 error yaml-syntax - ⟨\t⟩ a tab is used as indentation → Indent with spaces.'],
  },
  {
    title: 'missing space after colon',
    text: 'name: a\nworkerConfig:\n  minNum:1\n  maxNum: 2\n',
    expected: [
      '3:3 error yaml-syntax - ⟨minNum:1⏎  maxNum⟩ a key spans several lines → Write the key on one line, followed by a colon and a space.',
    ],
  },
  {
    title: 'bare variable inside brackets',
    text: 'name: a\nports: [${PORT}]\n',
    expected: [
      '2:10 error yaml-syntax - ⟨{⟩ a quote, bracket, comma, colon or space is missing → Close quotes and brackets; write a space after `:` and `-`. Inside `[ ]` and `{ }` a variable needs quotes: "${KEY}".',
    ],
  },
  {
    title: 'unknown escape',
    text: 'name: "a\\q"\n',
    expected: [
      '1:9 error yaml-syntax - ⟨\\⟩ the double-quoted text has an escape that YAML does not know → Use single quotes, where a backslash is a backslash, or double the backslash.',
    ],
  },
  {
    title: 'reserved character',
    text: 'name: @a\n',
    expected: ['1:7 error yaml-syntax - ⟨@⟩ text cannot start with this character → Put the text in quotes.'],
  },
  {
    title: 'mapping in the middle of a line',
    text: 'name: a: b\n',
    expected: [
      '1:7 error yaml-syntax - ⟨a⟩ a mapping starts in the middle of a line → Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
    ],
  },
  {
    title: 'YAML 1.1',
    text: '%YAML 1.1\n---\nname: yes\n',
    expected: [
      '1:1 error yaml-version - ⟨%YAML⟩ a spec is YAML 1.2, but the directive says 1.1 → Delete the `%YAML` line.',
    ],
  },
  {
    title: 'tags',
    text: 'name: !env a\nimage: !!binary aGk=\nports: !!seq [8000]\nregionId: !!int x\n',
    expected: [
      '1:7 error custom-tag name ⟨!env⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
      '2:8 error custom-tag image ⟨!!binary⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
      '4:11 error custom-tag - ⟨!!int⟩ `!` starts a tag, and a spec has no tags → Delete the tag, or quote the text if it starts with `!`.',
    ],
  },
  {
    title: 'aliases without anchor',
    text: 'name: *a\nenvs: &e [*e]\n',
    expected: [
      '1:7 error unknown-anchor name ⟨*a⟩ `*` starts an alias, but no complete value before it has that anchor → Put the text in quotes if it is not an alias.',
      '2:11 error unknown-anchor envs.0 ⟨*e⟩ `*` starts an alias, but no complete value before it has that anchor → Put the text in quotes if it is not an alias.',
    ],
  },
  {
    title: 'alias bomb',
    text: [
      'name: a',
      'a: &a [x,x,x,x,x,x,x,x,x,x]',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      'c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]',
      'd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]',
      '',
    ].join('\n'),
    expected: [
      '2:1 error unknown-key a ⟨a⟩ `a` is not a member of the spec → Known members here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '3:1 error unknown-key b ⟨b⟩ `b` is not a member of the spec → Known members here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '4:1 error unknown-key c ⟨c⟩ `c` is not a member of the spec → Known members here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '5:1 error unknown-key d ⟨d⟩ `d` is not a member of the spec → Known members here: name, appName, image, workerConfig, policy, ports, healthy, products, rootfsSize, clusterID, volumeMounts, envs, regionId, tests.',
      '5:29 error alias-bomb d.7 ⟨*c⟩ aliases repeat more than 10000 values of the file → Write the values out.',
      '5:32 error alias-bomb d.8 ⟨*c⟩ aliases repeat more than 10000 values of the file → Write the values out.',
      '5:35 error alias-bomb d.9 ⟨*c⟩ aliases repeat more than 10000 values of the file → Write the values out.',
    ],
  },
  {
    title: 'merge key',
    text: 'name: a\nenvs:\n  <<: {A: b}\n  "<<": c\n',
    expected: [
      '3:3 error merge-key envs.<< ⟨<<⟩ `<<` merges mappings in YAML 1.1 only; a spec is YAML 1.2 → Write the members out, or use an alias for the whole block.',
    ],
  },
  {
    title: 'complex keys',
    text: 'name: a\n? [b]\n: c\n? {d: e}\n: f\n',
    expected: [
      '2:3 error complex-key - ⟨[b]⟩ a key is a list, a mapping or an alias → Use text as the key.',
      '4:3 error complex-key - ⟨{d: e}⟩ a key is a list, a mapping or an alias → Use text as the key.',
    ],
  },
  {
    title: 'duplicate keys',
    text: 'name: a\nname: b\nworkerConfig:\n  minNum: 1\n  minNum: 2\nenvs:\n  A: secret-1\n  A: secret-2\n',
    expected: [
      '2:1 error duplicate-key name ⟨name⟩ `name` is set twice; the first is on line 1 → Keep one of them.',
      '5:3 error duplicate-key workerConfig.minNum ⟨minNum⟩ `workerConfig.minNum` is set twice; the first is on line 4 → Keep one of them.',
      '8:3 error duplicate-key envs.A ⟨A⟩ `envs.A` is set twice; the first is on line 7 → Keep one of them.',
    ],
  },
  {
    title: 'line indented deeper than its block',
    text: 'name: a\n image: b\nports: [8000]\n',
    expected: [
      '2:2 error yaml-syntax - ⟨image:⟩ this line is indented more than its block → Indent all members of a block equally.',
    ],
  },
  {
    title: 'a colon in plain text above many comments, with CRLF',
    text: `name: a: b\r\n${'#\r\n'.repeat(600)}`,
    expected: [
      '1:7 error yaml-syntax - ⟨a⟩ a mapping starts in the middle of a line → Quote the text if it contains `: `, or put the mapping on its own, indented lines.',
    ],
  },
  {
    title: 'merge conflict',
    text: 'name: a\n<<<<<<< HEAD\nimage: a:1\n=======\nimage: a:2\n>>>>>>> other\n',
    expected: [
      '2:1 error yaml-syntax - ⟨<<<<<<<⟩ unresolved merge conflict → Keep one side, and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.',
    ],
  },
  {
    title: 'what follows a misplaced brace is not told',
    text: 'name: a\nimage: {image: ${IMG}}\nports: [8000]\npolicy: {type: queue, value: 1}\n',
    expected: [
      '2:17 error yaml-syntax - ⟨{⟩ unexpected text → Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @. Inside `[ ]` and `{ }` a variable needs quotes: "${KEY}".',
    ],
  },
  {
    title: 'carriage returns alone',
    text: 'name: a\rimage: b\r',
    expected: [
      '1:8 error control-character - ⟨\r⟩ the lines end with a carriage return only → Save the file with LF or CRLF line endings.',
    ],
  },
  {
    title: 'template',
    text: 'name: {{ .Values.name }}\nimage: {{ .Values.image }}:1\n',
    expected: [
      '2:27 error yaml-syntax - ⟨:1⟩ unexpected text → Check the indentation, and quote text that contains any of : # { } [ ] , & * ! | > % @.',
    ],
  },
  {
    title: 'template alone',
    text: 'name: {{ .Values.name }}\n',
    expected: [
      '1:7 error complex-key name ⟨{{ .Values.name }}⟩ `{{` starts a template, and a spec is not a template → Write `${KEY}` and set KEY in the `variables` input, or put the text in quotes.',
    ],
  },
];
