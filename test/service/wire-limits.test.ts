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
    [
      'members of another type stay absent',
      { maxGPUNum: '', minGPUNum: '1', maxWorkerNum: 'many', cudaVersionList: '12.4' },
      { minGPUNum: 1 },
    ],
    ['versions as numbers', { cudaVersionList: [12.4, 13, '12.8'] }, { cudaVersionList: ['12.4', '13.0', '12.8'] }],
    ['a record of another form', { data: whole }, {}],
    ['unknown members', { maxGPUNum: 8, region: {} }, { maxGPUNum: 8 }],
  ])('%s', (_, body, limits) => {
    expect(readLimits(body)).toStrictEqual(limits);
  });

  test.each<[unknown, string]>([
    [[], 'the body: expected an object, got a list'],
    [null, 'the body: expected an object, got null'],
  ])('%j', (body, message) => {
    expect(() => readLimits(body)).toThrow(message);
  });
});
