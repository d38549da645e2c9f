import type { ReactNode } from 'react'

/** One of: `code`, **bold**, *italic*, [a link](https://…), a bare link, @mention. */
const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>()]+)|((?<![\w@])@[\w.+-]+(?:@[\w.-]+)?)/g

/** A note as typed: paragraphs, lists and some formatting. Everything else stays plain text; it's never turned into HTML. */
export function Markdown({ text }: { text: string }): ReactNode {
  return text.split(/\n{2,}/).map((block, place) => <Block key={place} lines={block.split('\n')} />)
}

function Block({ lines }: { lines: string[] }): ReactNode {
  const isList = lines.every((line) => /^\s*([-*]|\d+\.)\s+/.test(line))
  if (!isList)
    return (
      <p style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', margin: 0 }}>
        <Pieces text={lines.join('\n')} />
      </p>
    )
  const items = lines.map((line, place) => (
    <li key={place}>
      <Pieces text={line.replace(/^\s*([-*]|\d+\.)\s+/, '')} />
    </li>
  ))
  return /^\s*\d/.test(lines[0]!) ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Pieces({ text }: { text: string }): ReactNode {
  const shown: ReactNode[] = []
  let done = 0
  for (const match of text.matchAll(PIECE)) {
    shown.push(text.slice(done, match.index), <Piece key={match.index} match={match} />)
    done = match.index + match[0].length
  }
  return [...shown, text.slice(done)]
}

function Piece({ match: [, code, bold, italic, label, url, bare, mention] }: { match: RegExpMatchArray }): ReactNode {
  if (code) return <code>{code}</code>
  if (bold || mention) return <strong>{bold ?? mention}</strong>
  if (italic) return <em>{italic}</em>
  return (
    <a href={url ?? bare} target="_blank" rel="noopener noreferrer nofollow">
      {label ?? bare}
    </a>
  )
}
