import type { Picture } from './brand.ts'

/** Whether a logo is so tall or square that its lettering would be too small in a header; if so, the company's name is shown next to it. */
export function needsName({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width < height * 2
}
