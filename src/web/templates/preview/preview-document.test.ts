import { expect, test } from 'vitest'
import { previewDocument } from './preview-document.ts'

const show = (body: string) => previewDocument(`<!doctype html><html><head></head><body>${body}</body></html>`, { nonce: 'N', isDark: false })

test('style attributes become rules under the page’s nonce', () => {
  const shown = show('<p style="color:red;font-family:&quot;Arial&quot;">style="kept" in words</p>')
  expect(shown).toContain('<p data-rule="1">style="kept" in words</p>')
  expect(shown).toContain('[data-rule="1"][data-rule="1"][data-rule="1"]{color:red;font-family:"Arial"}')
})

test("style sheets carry the nonce, and a value can't escape its rule", () => {
  const shown = show('<style>p{margin:0}</style><p style="color:red}*{display:none">x</p>')
  expect(shown).toContain('<style nonce="N">p{margin:0}</style>')
  expect(shown).toContain('{color:red*display:none}')
})
