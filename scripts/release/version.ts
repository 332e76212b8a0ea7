/** Versions of releases: their order, and which of them `v1` and npm's `latest` follow. */

interface Version {
  core: readonly [number, number, number];
  isPrerelease: boolean;
}

/** Throws for text that is not like `1.2.3` or `1.2.3-rc.1`. */
function parseVersion(text: string): Version {
  const [, major, minor, patch, prerelease] = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/.exec(text) ?? [];
  if (patch === undefined) throw new Error(`${JSON.stringify(text)} is no version; expected 1.2.3 or 1.2.3-rc.1`);
  return { core: [Number(major), Number(minor), Number(patch)], isPrerelease: prerelease !== undefined };
}

function isNewer(a: Version, b: Version): boolean {
  const at = a.core.findIndex((part, index) => part !== b.core[index]);
  return at >= 0 && (a.core[at] ?? 0) > (b.core[at] ?? 0);
}

export interface Channels {
  /** The moving tag, such as `v1`, that has to point at the version; undefined where it stays: for a prerelease, or a fix of an older line. */
  majorTag: string | undefined;
  /** The tag on npm. */
  npmTag: 'latest' | 'next' | 'maintenance';
}

/** What a version is for users, given the tags that there are (its own may be among them; tags that are no versions are passed over). */
export function channelsOf(version: string, tags: readonly string[]): Channels {
  const own = parseVersion(version);
  if (own.isPrerelease) return { majorTag: undefined, npmTag: 'next' };
  const others = tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .map((tag) => parseVersion(tag.slice(1)))
    .filter((other) => isNewer(other, own));
  const [major] = own.core;
  return {
    majorTag: others.some(({ core }) => core[0] === major) ? undefined : `v${major}`,
    npmTag: others.length > 0 ? 'maintenance' : 'latest',
  };
}
