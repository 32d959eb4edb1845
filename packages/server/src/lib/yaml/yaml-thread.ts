/** What runs in the thread that reads long YAML texts: nothing is remembered between two of them. */
import { readYaml, type YamlRequest, type YamlResponse } from './read-yaml.ts';

export function readInThread(request: YamlRequest): YamlResponse {
  return readYaml(request);
}
