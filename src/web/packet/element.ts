export type Child = Node | string | null | false

/** An element with its content as text, so nothing in a packet becomes markup. */
export function h(tag: string, className = '', ...children: Child[]): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return element
}

export const list = (lines: string[]): HTMLElement => h('ul', '', ...lines.map((line) => h('li', '', line)))

export function table(heads: string[], rows: Child[][]): HTMLElement {
  const head = h('tr', '', ...heads.map((one) => h('th', '', one)))
  return h('table', '', h('thead', '', head), h('tbody', '', ...rows.map((cells) => h('tr', '', ...cells.map((cell) => h('td', 'text', cell))))))
}
