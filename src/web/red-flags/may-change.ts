import { createContext, useContext } from 'react'

/** Whether this person may change this review: not without the right to decide, and no one once the application is closed. */
export const MayChange = createContext(false)
export const useMayChange = (): boolean => useContext(MayChange)
