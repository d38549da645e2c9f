import { createHash } from 'node:crypto'
import type { Brand } from '#contract/brand/brand.ts'
import { DEFAULT_ACCENT, schemesFor, type Scheme } from '#contract/brand/brand-colors.ts'

type BrandStyle = Pick<Brand, 'accent' | 'hero' | 'hero_focus_x' | 'hero_focus_y'>

/**
 * Returns the CSS for an employer's branding, or '' for the default. The content security policy doesn't allow style attributes, so the picture's
 * focal point is included, too.
 */
export function brandStyles({ accent, hero, hero_focus_x, hero_focus_y }: BrandStyle): string {
  const { light, dark } = schemesFor(accent)
  const colors = Object.keys(light).map((name) => `--${name}:light-dark(${light[name as keyof Scheme]},${dark[name as keyof Scheme]})`)
  const rules = [...(accent === DEFAULT_ACCENT ? [] : colors), ...(hero ? [`--hero-focus:${hero_focus_x}% ${hero_focus_y}%`] : [])]
  return rules.length === 0 ? '' : `:root{${rules.join(';')}}`
}

/** Returns the stylesheet's path, or null if there's nothing to add. It includes a fingerprint of the content, so it can be cached forever. */
export function brandStylesPath(brand: BrandStyle): string | null {
  const styles = brandStyles(brand)
  return styles === '' ? null : `/brand/${createHash('sha256').update(styles).digest('hex').slice(0, 16)}.css`
}
