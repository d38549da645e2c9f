import { hydrateRoot } from 'react-dom/client'
import { ProtectedPdf } from '../protected-pdf/protected-pdf.tsx'

hydrateRoot(document.getElementById('protected-pdf')!, <ProtectedPdf />)
