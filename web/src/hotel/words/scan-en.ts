export const scanEn = {
  title: 'Scan a voucher',
  hint: 'Hold the QR code of the voucher in front of the camera.',
  starting: 'The camera is starting…',
  refused:
    'This page may not use the camera. Allow the camera in the browser settings, or type the six characters.',
  noCamera: 'This device has no camera that can be used. Type the six characters.',
  noReader: 'The QR code reader could not be loaded. Type the six characters, or try again.',
  again: 'Scan another one',
  checking: 'Checking…',
  camera: 'Camera view',
  offline: {
    title: 'Voucher, checked without a connection',
    genuine: 'This voucher is genuine: Iraq Hotel Channel has signed it.',
    unknown:
      'Without a connection, nobody can know whether the booking was changed, cancelled or used after the voucher was printed.',
    forged: 'This is not a voucher of Iraq Hotel Channel, or somebody has changed it. Do not accept it.',
    otherHotel: 'A genuine voucher, but for another hotel.',
    unsigned: 'This voucher can be checked only with a connection. Find the booking by its six characters.',
    noKeys: 'This phone cannot check vouchers yet. Sign in once with a connection.',
    stored:
      'The booking is stored on this phone. Open it to check the guest in. The check-in is sent when the connection is back.',
    open: 'Open the booking',
    notStored: 'The booking is not stored on this phone. Check the guest in when the connection is back.',
    printed: (revision: number) => `As printed, revision ${revision}`,
    tryOnline: 'Try again with a connection',
  },
};
export type ScanWords = typeof scanEn;
