import { copyText } from '#web/copy-text.ts'

const POPUP = 'popup,width=600,height=400'

type Page = { url: string; title: string }
type Parts = { share: HTMLElement; button: HTMLElement; menu: HTMLElement; said: HTMLElement; copy: HTMLElement; entries: HTMLElement[] }

/** Turns the plain disclosure into an APG menu button. */
export function makeShareMenu(details: HTMLDetailsElement): void {
  const { url = location.href, title = document.title } = details.dataset
  const parts = replaceDisclosure(details, { url, title })
  const close = openAndClose(parts)
  parts.copy.addEventListener('click', () => {
    void copyText(url).then((isCopied) => (parts.said.textContent = isCopied ? 'Link copied' : `Here's the link: ${url}`))
    close()
  })
  for (const link of parts.menu.querySelectorAll('a')) link.addEventListener('click', (event) => openPopup(event, link.href, close))
}

function replaceDisclosure(details: HTMLDetailsElement, page: Page): Parts {
  const share = document.createElement('div')
  share.className = 'share'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet small'
  button.append(...details.querySelector('summary')!.childNodes)
  button.setAttribute('aria-haspopup', 'menu')
  button.id = 'share'
  const said = document.createElement('p')
  said.className = 'said'
  said.setAttribute('role', 'status')
  const menu = details.querySelector('ul')!
  const copy = menu.querySelector('button')!
  copy.closest('li')!.hidden = false
  const entries = toMenu(menu, page)
  share.append(button, menu, said)
  details.replaceWith(share)
  return { share, button, menu, said, copy, entries }
}

function toMenu(menu: HTMLElement, page: Page): HTMLElement[] {
  menu.setAttribute('role', 'menu')
  menu.setAttribute('aria-labelledby', 'share')
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) addNativeShare(menu, page)
  const entries = [...menu.querySelectorAll<HTMLElement>('a, button')]
  for (const entry of entries) {
    entry.setAttribute('role', 'menuitem')
    entry.tabIndex = -1
    entry.parentElement!.setAttribute('role', 'none')
  }
  return entries
}

/** Returns a function that closes the menu. */
function openAndClose({ share, button, menu, entries }: Parts): () => void {
  const show = (isOpen: boolean) => {
    menu.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }
  const open = (place: number) => {
    show(true)
    entries.at(place)!.focus()
  }
  const close = () => {
    show(false)
    button.focus()
  }
  show(false)
  button.addEventListener('click', () => (menu.hidden ? open(0) : close()))
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(event.key === 'ArrowDown' ? 0 : -1)
  })
  menu.addEventListener('keydown', (event) => moveFocus(event, entries, close))
  share.addEventListener('focusout', (event) => {
    if (!share.contains(event.relatedTarget as Node | null)) show(false)
  })
  document.addEventListener('pointerdown', (event) => {
    if (!share.contains(event.target as Node)) show(false)
  })
  return close
}

function openPopup(event: MouseEvent, address: string, close: () => void): void {
  const popup = window.open(address, 'share', POPUP)
  // If the popup is blocked, the link opens in a new tab instead.
  if (popup) {
    event.preventDefault()
    popup.opener = null
  }
  close()
}

function moveFocus(event: KeyboardEvent, entries: HTMLElement[], close: () => void): void {
  const place = entries.indexOf(document.activeElement as HTMLElement)
  const { key } = event
  if (key === 'Escape' || key === 'Tab') close()
  else if (key === 'ArrowDown') entries[(place + 1) % entries.length]!.focus()
  else if (key === 'ArrowUp') entries.at(place - 1)!.focus()
  else if (key === 'Home') entries[0]!.focus()
  else if (key === 'End') entries.at(-1)!.focus()
  else if (key === ' ') entries[place]?.click()
  else if (key.length === 1) entries.find((entry) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))?.focus()
  if (key !== 'Tab' && key !== 'Enter') event.preventDefault()
}

function addNativeShare(menu: HTMLElement, page: Page): void {
  const entry = document.createElement('li')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'More…'
  button.addEventListener('click', () => void navigator.share(page).catch(() => {}))
  entry.append(button)
  menu.append(entry)
}
