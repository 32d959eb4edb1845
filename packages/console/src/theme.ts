import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { text } from './messages/text.ts';
import { tokenVariables } from './tokens.ts';

const ink: MantineColorsTuple = [
  '#eef3fe',
  '#dce6fd',
  '#b6c9fa',
  '#8ca9f6',
  '#6a8ef2',
  '#557df0',
  '#3f66d6',
  '#2a55c9',
  '#2348ab',
  '#1a3787',
];

/** The library's greys with the blue of our own surfaces; as light as its own are, so that contrasts hold. */
const dark: MantineColorsTuple = [
  '#c9ced8',
  '#b6bdc9',
  '#828a97',
  '#666e7b',
  '#3d4552',
  '#333a46',
  '#272d37',
  '#1c2129',
  '#191d24',
  '#111419',
];

/** Milliseconds of what comes and goes; nothing moves for those who ask for no motion. */
const motion = { duration: 120 };

/** Dense and calm; contrasts hold in light and dark. */
export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  respectReducedMotion: true,
  fontFamily:
    '"Inter Variable", "Noto Sans Arabic Variable", "Segoe UI", system-ui, "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "SF Mono", Menlo, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h3: { fontSize: '20px', lineHeight: '1.4' },
      h4: { fontSize: '16px', lineHeight: '1.4' },
      h5: { fontSize: '14px', lineHeight: '1.4' },
      h6: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: 'sm' } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    FileInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    PasswordInput: {
      defaultProps: {
        size: 'xs',
        visibilityToggleButtonProps: { 'aria-label': text('actions.togglePassword') },
      },
    },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': text('actions.dismiss') },
        transitionProps: { duration: 0 },
      },
    },
    // Its first item has the focus at once; a placeholder would be no part of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: motion } },
    Tooltip: { defaultProps: { transitionProps: motion } },
    // Never cut off by what is beside it.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': text('actions.close') } } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', miw: 'max-content', fw: 500 } },
  },
});

/** The colours of `tokens.ts` beside the library's own variables. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: tokenVariables('light'),
  dark: tokenVariables('dark'),
});
