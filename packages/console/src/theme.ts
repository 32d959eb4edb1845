import { createTheme, type MantineColorsTuple } from '@mantine/core';

const ink: MantineColorsTuple = [
  '#eef3fb',
  '#dbe4f3',
  '#b4c7e6',
  '#8aa8d9',
  '#678ecf',
  '#517dc9',
  '#2f5fb3',
  '#26509b',
  '#1f4688',
  '#123a75',
];

/** The library's greys with the blue of our own surfaces; as light as its own are, so that contrasts hold. */
const dark: MantineColorsTuple = [
  '#c7cad1',
  '#b5bac4',
  '#7f8590',
  '#666c77',
  '#404651',
  '#383e49',
  '#2b313b',
  '#21262e',
  '#1c2027',
  '#12151a',
];

/** Dense and calm; contrasts hold in light and dark. */
export const theme = createTheme({
  colors: { ink, dark },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  fontFamily: 'Inter, "Segoe UI", system-ui, "Liberation Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  components: {
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Button: { defaultProps: { size: 'xs' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Modal: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' }, transitionProps: { duration: 0 } },
    },
    // Its first item has the focus at once; a placeholder would be no part of a menu.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Never cut off by what is beside it.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', miw: 'max-content' } },
  },
});
