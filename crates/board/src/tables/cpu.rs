//! Bit extraction (PEXT) with or without the BMI2 instructions.
//!
//! Rust's default target has no BMI2. So the generator is compiled with and without it, and `run`
//! chooses one version for each task at run time. A [`Bmi2`] value can only be created on a
//! processor with BMI2, so its use is safe.

/// A kind of processor. A value proves that the processor has the necessary instructions.
pub trait Cpu: Copy {
    /// Returns the bits of `x` under `mask`, packed to the low end.
    fn gather(self, x: u64, mask: u64) -> u64;
    /// Runs `task`, compiled for this kind of processor.
    fn run<T: Task>(self, task: T) -> T::Output;
}

/// Work that is compiled for each kind of processor.
pub trait Task {
    /// The result of the work.
    type Output;
    /// Does the work. Implementations must be `#[inline(always)]`, so that they are compiled for
    /// `cpu`.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Runs `task` with the best code for this processor.
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    match Bmi2::detect() {
        Some(cpu) => cpu.run(task),
        None => Portable.run(task),
    }
}

/// Gathers bits one by one, on processors without BMI2.
#[derive(Clone, Copy)]
pub struct Portable;

impl Cpu for Portable {
    #[inline(always)]
    fn gather(self, x: u64, mut mask: u64) -> u64 {
        let mut out = 0;
        let mut bit = 0;
        while mask != 0 {
            let low = mask & mask.wrapping_neg();
            out |= u64::from(x & low != 0) << bit;
            bit += 1;
            mask ^= low;
        }
        out
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// Gathers bits with the instruction PEXT.
#[derive(Clone, Copy)]
pub struct Bmi2(Proof);

#[cfg(target_arch = "x86_64")]
type Proof = ();
/// Other processors have no BMI2. So no value exists, and no task is compiled for it.
#[cfg(not(target_arch = "x86_64"))]
type Proof = std::convert::Infallible;

impl Bmi2 {
    /// Returns `None` if the processor lacks a required feature.
    pub fn detect() -> Option<Bmi2> {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt")
        {
            return Some(Bmi2(()));
        }
        None
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
impl Cpu for Bmi2 {
    #[inline(always)]
    fn gather(self, x: u64, mask: u64) -> u64 {
        // SAFETY: a `Bmi2` value exists only if `detect` found the instruction.
        unsafe { std::arch::x86_64::_pext_u64(x, mask) }
    }

    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<T: Task>(cpu: Bmi2, task: T) -> T::Output {
            task.run(cpu)
        }
        // SAFETY: a `Bmi2` value exists only if `detect` found all these features.
        unsafe { with_features(self, task) }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Cpu for Bmi2 {
    fn gather(self, _: u64, _: u64) -> u64 {
        match self.0 {}
    }

    fn run<T: Task>(self, _: T) -> T::Output {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use crate::tables::cpu::{Bmi2, Cpu, Portable};
    use alfil_diagnostics::index::Id;
    use alfil_topology::site_set::{Site, SiteSet};

    #[test]
    fn a_shift_moves_every_index() {
        fn check<const W: usize>(sites: &[usize]) {
            let set: SiteSet<W> = sites.iter().map(|&i| Site::from_index(i)).collect();
            let last = 64 * W as i32 - 1;
            for delta in -last..=last {
                let moved: Vec<i32> = sites.iter().map(|&i| i as i32 + delta).collect();
                if moved.iter().all(|i| (0..=last).contains(i)) {
                    let wanted = moved.iter().map(|&i| Site::from_index(i as usize)).collect();
                    assert_eq!(set.shifted(delta as i16), wanted, "{W} {delta}");
                }
            }
        }
        for sites in [&[0usize][..], &[63], &[5, 7, 40], &[0, 63]] {
            check::<1>(sites);
            check::<2>(sites);
            check::<4>(sites);
        }
        for sites in [&[64usize, 127][..], &[63, 64], &[0, 127]] {
            check::<2>(sites);
            check::<4>(sites);
        }
        check::<4>(&[0, 5, 63, 64, 100, 127, 128, 200, 255]);
        check::<4>(&[100, 127, 128, 200]);
    }

    #[test]
    fn both_ways_gather_the_same_bits() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        for i in 0..1000u64 {
            x = x.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(i);
            let mask = x.rotate_left(17) & x.rotate_left(31);
            if let Some(bmi2) = Bmi2::detect() {
                assert_eq!(bmi2.gather(x, mask), Portable.gather(x, mask));
            }
        }
        assert_eq!(Portable.gather(0b1010_1100, 0b1111_0000), 0b1010);
    }
}
