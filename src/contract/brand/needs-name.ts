import type { Picture } from './brand.ts'

/** Whether a logo is tall or nearly square, and thus too small in a header for its lettering: then the company's name is shown next to it. */
export function needsName({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width < height * 2
}
