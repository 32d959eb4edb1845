/**
 * Previews of changes before they come into force: whom they would alert, and whose alerts would vanish. What they screen with is
 * what monitoring screens with. They activate nothing, start nothing, and call nobody outside.
 */
export { previewConsoleHandlers } from './preview-console-handlers.ts';
export {
  orderVersionPreviews,
  type PreviewJob,
  type PreviewReport,
  prunePreviews,
  readVersionPreviews,
} from './preview-rows.ts';
export { Previews } from './previews.ts';
