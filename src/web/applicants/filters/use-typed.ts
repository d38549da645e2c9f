import { useEffect, useEffectEvent, useState } from 'react'

type Typing = { text: string; stored: string; sent: string[] }

/**
 * What stands in a field that is kept somewhere slower, such as the address: each key shows at once, and `store` is told after a pause.
 * When `stored` becomes something that was not typed here (Back, a link, Clear), the field goes with it.
 */
export function useTyped(stored: string, store: (text: string) => void, pauseMs = 300): [string, (text: string) => void] {
  const [typing, setTyping] = useState<Typing>({ text: stored, stored, sent: [] })
  if (typing.stored !== stored) {
    const at = typing.sent.indexOf(stored)
    setTyping(at < 0 ? { text: stored, stored, sent: [] } : { text: typing.text, stored, sent: typing.sent.slice(at + 1) })
  }
  const send = useEffectEvent((text: string) => {
    setTyping((now) => ({ ...now, sent: [...now.sent, text] }))
    store(text)
  })
  useEffect(() => {
    if (typing.text === stored) return
    const timer = setTimeout(() => send(typing.text), pauseMs)
    return () => clearTimeout(timer)
  }, [typing.text, stored, pauseMs])
  return [typing.text, (text) => setTyping((now) => ({ ...now, text }))]
}
