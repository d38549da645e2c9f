import type { ReactNode } from 'react'
import { Icon } from '../../ui/icons.tsx'

/** Plain links in a disclosure; the script turns it into a menu button. */
export function ShareMenu({ url, title }: { url: string; title: string }): ReactNode {
  const [address, words] = [encodeURIComponent(url), encodeURIComponent(title)]
  return (
    <details className="share" data-url={url} data-title={title}>
      <summary className="button quiet small">
        <Icon name="share" /> Share this role
      </summary>
      <ul>
        <li hidden>
          <button type="button">Copy Link</button>
        </li>
        <li>
          <a href={`https://www.facebook.com/sharer/sharer.php?u=${address}`} target="_blank" rel="noopener noreferrer">
            Facebook
          </a>
        </li>
        <li>
          <a href={`https://www.linkedin.com/sharing/share-offsite/?url=${address}`} target="_blank" rel="noopener noreferrer">
            LinkedIn
          </a>
        </li>
        <li>
          <a href={`https://x.com/intent/post?url=${address}&text=${words}`} target="_blank" rel="noopener noreferrer">
            X
          </a>
        </li>
      </ul>
    </details>
  )
}
