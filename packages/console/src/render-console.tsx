import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { languages } from './messages/languages.ts';
import { currentLanguage } from './messages/text.ts';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';
import { applyDensity } from './ui/density.ts';

/** Draws the console, in the language that is loaded. */
export function renderConsole(nonce: string): void {
  applyDensity();
  const { direction } = languages[currentLanguage()];
  createRoot(document.getElementById('root')!).render(
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
}
