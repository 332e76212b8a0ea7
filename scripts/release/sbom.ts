/** The software bill of materials of the bundle, as CycloneDX. */

import { bundledPackages } from '../locked-packages.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
}

export interface Sbom {
  metadata: { component: Component & { properties?: unknown } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * `npm sbom` of everything that the lock file has, without what is not in the bundle. npm's own `--omit=dev --omit=optional` leaves out packages that
 * are in the bundle and in a tool, such as yaml. Throws when a package of the bundle is missing.
 */
export function bundleSbom(everything: Sbom, name: string): Sbom {
  const bundled = new Set(bundledPackages().map((found) => `${found.name}@${found.version}`));
  const components = everything.components.filter((component) => bundled.has(`${component.name}@${component.version}`));
  const missing = [...bundled].filter(
    (id) => !components.some((component) => `${component.name}@${component.version}` === id),
  );
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  const { properties: _, ...component } = everything.metadata.component;
  const kept = new Set([component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  return {
    ...everything,
    // npm calls it by the folder of the checkout.
    metadata: { ...everything.metadata, component: { ...component, name } },
    components,
    dependencies: everything.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((id) => kept.has(id)) })),
  };
}
