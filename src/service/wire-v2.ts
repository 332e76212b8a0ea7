/** The body of the v2 update. */

import { configValue, type EndpointConfig, members, treeOf } from '../model/config.ts';
import { v2Gaps } from '../model/v2-range.ts';

/**
 * Every member that v2 can express (service-api.md, v2 Update endpoint). Left out is what it has no word for or what lies outside its bounds, so
 * that a live value which only v1 could set does not make the whole update fail, and what is not set (`entrypoint`, `region_id`, the health
 * check's port). Whoever reads the endpoint again sees whether it was kept.
 */
export function updateV2Body(config: EndpointConfig): unknown {
  const gaps = v2Gaps(config);
  return treeOf(
    members.flatMap((member) => {
      const value = configValue(config, member);
      if (!member.v2 || gaps.has(member.path) || value === undefined) return [];
      const { name, form } = member.v2;
      return [[name, form ? form(value as never) : value] as const];
    }),
  );
}
