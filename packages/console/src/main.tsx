import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './fonts.css';
import './console.css';
import './navigation/navigation.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

/** Mantine writes its variables into a style element, which the content policy knows by this response's nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// The library that holds the page still behind a dialog asks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce ?? ''}
  >
    <QueryClientProvider client={queries}>
      <Notifications position="bottom-right" limit={3} />
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
