/** Where editors find the JSON Schema of a spec: that of the latest release of this major version. */

export const schemaUrl = 'https://raw.githubusercontent.com/acme/deploy-gpu-endpoint/v1/schema/endpoint.schema.json';
