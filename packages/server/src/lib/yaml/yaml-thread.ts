/** What runs in the thread that reads long YAML texts: nothing is remembered between two of them. */
import { readYaml, type YamlAnswer, type YamlRequest } from './read-yaml.ts';

export function readInThread(request: YamlRequest): YamlAnswer {
  return readYaml(request);
}
