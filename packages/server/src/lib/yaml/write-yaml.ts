import { Document } from 'yaml';

/** A value as YAML that `readLocatedFile` reads back as the same, below lines of comment. */
export function writeYaml(value: unknown, comment: readonly string[] = []): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  if (comment.length > 0) document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  return document.toString({ lineWidth: 0 });
}
