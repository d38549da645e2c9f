import type { Picture } from './brand.ts'

/** Whether a logo is tall or nearly square, and so too small in a header to spell out a name: the company's name is shown beside it. */
export function needsName({ width, height }: Pick<Picture, 'width' | 'height'>): boolean {
  return width < height * 2
}
