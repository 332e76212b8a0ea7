import { describe, expect, test } from 'vitest';
import { limitMembers } from '../../src/model/limits.ts';
import { readLimits } from '../../src/service/wire-v1.ts';

type Members = Record<string, unknown>;

describe('limits', () => {
  const whole = Object.fromEntries(limitMembers.map((member, i) => [member, i]));
  test.each<[string, Members, Members]>([
    ['the whole record', { ...whole, cudaVersionList: ['12.4'] }, { ...whole, cudaVersionList: ['12.4'] }],
    ['trailing spaces', { 'minRequestTimeout  ': '1', maxGPUNum: 8 }, { minRequestTimeout: 1, maxGPUNum: 8 }],
    [
      'missing and null members stay absent',
      { maxGPUNum: 8, minGPUNum: null, cudaVersionList: null },
      { maxGPUNum: 8 },
    ],
    ['unknown members', { maxGPUNum: 8, region: {} }, { maxGPUNum: 8 }],
  ])('%s', (_, body, limits) => {
    expect(readLimits(body)).toStrictEqual(limits);
  });

  test.each<[unknown, string]>([
    [{ maxGPUNum: 'many' }, 'maxGPUNum: expected an integer, got "many"'],
    [{ cudaVersionList: '12.4' }, 'cudaVersionList: expected a list, got a string'],
    [{ cudaVersionList: [12.4] }, 'cudaVersionList[0]: expected a string, got 12.4'],
    [{}, 'the body: expected a limits record, got an object with none of its members'],
    [{ data: whole }, 'the body: expected a limits record, got an object with none of its members'],
    [[], 'the body: expected an object, got a list'],
    [null, 'the body: expected an object, got null'],
  ])('%j', (body, message) => {
    expect(() => readLimits(body)).toThrow(message);
  });
});
