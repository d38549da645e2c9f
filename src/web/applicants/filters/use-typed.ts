import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * What a field shows when its value is stored somewhere slower, such as the URL: each keystroke shows immediately, and `store` is called after a
 * pause. When `stored` changes to something that wasn't typed here (Back, a link, Clear), the field follows.
 */
export function useTyped(stored: string, store: (text: string) => void, pauseMs = 300): [string, (text: string) => void] {
  const [text, setText] = useState(stored)
  const sent = useRef<string[]>([])
  // In an effect, not while rendering: React may run a render it never shows, and state set there would leak into the next keystroke.
  useEffect(() => {
    const at = sent.current.indexOf(stored)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
    if (at < 0) setText(stored)
  }, [stored])
  const send = useEffectEvent(() => {
    sent.current.push(text)
    store(text)
  })
  useEffect(() => {
    if (text === stored) return
    const timer = setTimeout(send, pauseMs)
    return () => clearTimeout(timer)
  }, [text, stored, pauseMs])
  return [text, setText]
}
