import react from '@vitejs/plugin-react'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const ISLANDS = 'src/web/islands'

/** The script of the page that checks packets, in one file. Its browsers are those of the last four years, when packets have to be checked without this product. */
const VERIFIER = {
  outDir: 'dist/verify',
  target: ['chrome107', 'firefox107', 'safari16.1'],
  copyPublicDir: false,
  modulePreload: { polyfill: false },
  rollupOptions: { input: 'src/web/packet/verify-page.ts', output: { format: 'iife' as const, entryFileNames: 'verify.js' } },
}

/** The public stylesheet with one module for each island, or the staff app: each loads nothing of the other. */
function clientEntries(mode: string): string[] {
  if (mode === 'staff') return ['src/web/staff.tsx']
  const islands = readdirSync(ISLANDS).filter((name) => /^[a-z-]+\.tsx?$/.test(name))
  return ['src/web/public.css', ...islands.map((name) => `${ISLANDS}/${name}`)].filter((entry) => existsSync(entry))
}

/** On candidates' phones, the same components run on Preact, a tenth of React's size (docs/decisions/0026). */
const PREACT = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/compat/jsx-runtime' },
]

/** Without `eval`: see there. */
const JITLESS = { find: /^zod$/, replacement: fileURLToPath(new URL('src/web/jitless.ts', import.meta.url)) }

// Four builds of one source: islands and staff app (two modes) into dist/client, the verifier into dist/verify, and the renderer of the public pages, which the server loads, into dist/pages.
export default defineConfig(({ isSsrBuild, command, mode }) => ({
  appType: 'custom',
  clearScreen: false,
  plugins: [react()],
  publicDir: 'src/web/public',
  // The renderer carries its own React, built for production: the slow build would be chosen by the environment otherwise.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  resolve: { alias: [...(isSsrBuild ? [] : [JITLESS]), ...(mode === 'islands' ? PREACT : [])] },
  ssr: { noExternal: command === 'build' ? true : undefined },
  build: isSsrBuild
    ? {
        outDir: 'dist/pages',
        target: 'node24',
        ssr: true,
        copyPublicDir: false,
        minify: false,
        rollupOptions: { input: 'src/web/pages.tsx', output: { entryFileNames: 'pages.js' } },
      }
    : mode === 'verify'
      ? VERIFIER
      : {
          outDir: 'dist/client',
          assetsInlineLimit: 0,
          manifest: `manifest-${mode}.json`,
          modulePreload: { polyfill: false },
          reportCompressedSize: false,
          rollupOptions: { input: clientEntries(mode) },
          chunkSizeWarningLimit: 1500,
        },
}))
