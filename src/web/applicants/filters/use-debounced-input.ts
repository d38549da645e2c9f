import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * A field's value that's stored somewhere slower, such as the URL: each keystroke shows immediately, and `store` is called after a pause. When
 * `stored` changes for any reason other than typing (Back, a link, Clear), the field is updated.
 */
export function useDebouncedInput(stored: string, store: (text: string) => void, pauseMs = 300): [string, (text: string) => void] {
  const [text, setText] = useState(stored)
  const sent = useRef<string[]>([])
  // In an effect, not while rendering: React can discard a render, and state set in it would leak into the next keystroke.
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
