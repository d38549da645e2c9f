import react from '@vitejs/plugin-react'
import { existsSync, readdirSync } from 'node:fs'
import { defineConfig } from 'vite'

const ISLANDS = 'src/web/islands'

/** The public stylesheet, one module for each island, and the staff app: each loads nothing of the others. */
function clientEntries(): string[] {
  const islands = readdirSync(ISLANDS).filter((name) => /^[a-z-]+\.tsx?$/.test(name))
  return ['src/web/public.css', ...islands.map((name) => `${ISLANDS}/${name}`), 'src/web/staff.tsx'].filter((entry) => existsSync(entry))
}

// Two builds of one source: the browser's files into dist/client, and the renderer of the public pages, which the server loads, into dist/pages.
export default defineConfig(({ isSsrBuild, command }) => ({
  appType: 'custom',
  clearScreen: false,
  plugins: [react()],
  publicDir: 'src/web/public',
  // The renderer carries its own React, built for production: the slow build would be chosen by the environment otherwise.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
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
    : {
        outDir: 'dist/client',
        assetsInlineLimit: 0,
        manifest: 'manifest.json',
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        rollupOptions: { input: clientEntries() },
        chunkSizeWarningLimit: 1500,
      },
}))
