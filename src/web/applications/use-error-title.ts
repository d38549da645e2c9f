import { useEffect } from 'react'

const PREFIX = 'Error: '

export function useErrorTitle(hasErrors: boolean): void {
  useEffect(() => {
    const title = document.title.replace(PREFIX, '')
    document.title = hasErrors ? PREFIX + title : title
  }, [hasErrors])
}
